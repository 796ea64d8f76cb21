/// Comparison of two traces: counts and times by name in both, and the difference, largest first.
///
/// Queries the two stores with SQL on query threads. A subject is a class that supplies the queries; the page and the
/// command line show any subject. This package neither draws timelines nor opens the second trace.
package traceglass.app.compare;
