/// Trace filters of a config: which fields of packets are kept, and which texts are redacted.
@NullMarked
package traceglass.service.filter;

import org.jspecify.annotations.NullMarked;
