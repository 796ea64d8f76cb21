/// Starts of apps, apps that did not respond, and journeys through the system that must look smooth.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [AndroidSubject].
package traceglass.analysis.android;
