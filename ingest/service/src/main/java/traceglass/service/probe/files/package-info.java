/// Reading of the text files of `/proc` and `/sys` without allocation. Takes paths, gives words and numbers
/// within arrays that are used again. The list of kernel functions is read into a map.
@NullMarked
package traceglass.service.probe.files;

import org.jspecify.annotations.NullMarked;
