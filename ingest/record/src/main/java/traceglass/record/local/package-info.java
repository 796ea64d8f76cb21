/// Recording from this computer: finds a running tracing service, or starts daemons or the built-in service.
@NullMarked
package traceglass.record.local;

import org.jspecify.annotations.NullMarked;
