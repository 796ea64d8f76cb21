/// The data source `linux.inode_file_map`: paths of the files whose inodes occur in kernel events.
@NullMarked
package traceglass.service.probe.inode;

import org.jspecify.annotations.NullMarked;
