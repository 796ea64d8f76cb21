/// Trace filters of a config, which select the packet fields to keep and redact strings.
@NullMarked
package traceglass.service.filter;

import org.jspecify.annotations.NullMarked;
