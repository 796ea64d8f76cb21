/// Values shared by configs, packets and the tracing protocol: clocks, descriptors, statistics.
package traceglass.protos.common;
