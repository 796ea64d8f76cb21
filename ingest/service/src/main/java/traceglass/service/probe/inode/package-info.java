/// The data source `linux.inode_file_map`: paths of the files whose inodes occur in the kernel's events.
@NullMarked
package traceglass.service.probe.inode;

import org.jspecify.annotations.NullMarked;
