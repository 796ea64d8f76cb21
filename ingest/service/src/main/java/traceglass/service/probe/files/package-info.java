/// Reading of the text files of `/proc` and `/sys` without allocation. Comes in: paths; goes out: words and numbers
/// within arrays that are used again.
@NullMarked
package traceglass.service.probe.files;

import org.jspecify.annotations.NullMarked;
