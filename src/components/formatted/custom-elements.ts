/** The elements a field with marks consists of: both register themselves under their names. */

import "@github/markdown-toolbar-element";
import "@github/text-expander-element";
