/// The configuration of a tracing session and of each data source.
package traceglass.protos.config;
