/// The list of the service's own data sources. To add a probe, write a class and add a line here.
@NullMarked
package traceglass.service.builtin;

import org.jspecify.annotations.NullMarked;
