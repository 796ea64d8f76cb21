/// The service's access to the shared memory of a producer: pages, chunks and their states.
@NullMarked
package traceglass.service.abi;

import org.jspecify.annotations.NullMarked;
