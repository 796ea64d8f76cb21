/// Kernel events, their bundles, and statistics of the kernel's ring buffers.
package traceglass.protos.ftrace;
