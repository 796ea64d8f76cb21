/// GPU counters, render stages, memory and Vulkan calls.
package traceglass.protos.gpu;
