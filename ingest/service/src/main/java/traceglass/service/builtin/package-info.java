/// The list of the service's own data sources: a new probe is one class and one line here.
@NullMarked
package traceglass.service.builtin;

import org.jspecify.annotations.NullMarked;
