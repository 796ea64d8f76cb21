/// Kernel events, the bundles they come in, and the health of the kernel's ring buffers.
package traceglass.protos.ftrace;
