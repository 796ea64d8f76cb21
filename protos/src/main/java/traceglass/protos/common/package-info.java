/// Values that configs, packets and the tracing protocol share: clocks, descriptors, statistics.
package traceglass.protos.common;
