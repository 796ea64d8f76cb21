/// Comparison of two traces: counts and times by name in both, and the difference, largest first.
///
/// Queries the two stores by SQL on query threads. A subject is a class that supplies the queries; the page and the
/// command line show any subject. This package knows neither how timelines are drawn nor how a second trace is opened.
package traceglass.app.compare;
