/// Shared memory of a producer, as the service sees it: pages, chunks and their states.
@NullMarked
package traceglass.service.abi;

import org.jspecify.annotations.NullMarked;
