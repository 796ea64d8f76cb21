/// Reading of the text files of `/proc` and `/sys` without allocation. Takes paths, gives words and numbers
/// within arrays that are used again.
@NullMarked
package traceglass.service.probe.files;

import org.jspecify.annotations.NullMarked;
