/// Reads the text files of `/proc` and `/sys` without allocation: takes paths and returns words and numbers in reused
/// arrays. Also reads the list of kernel functions into a map.
@NullMarked
package traceglass.service.probe.files;

import org.jspecify.annotations.NullMarked;
