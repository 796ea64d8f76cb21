/// System-wide data sources: `linux.sys_stats`, `linux.system_info` and `linux.sysfs_power`.
@NullMarked
package traceglass.service.probe.system;

import org.jspecify.annotations.NullMarked;
