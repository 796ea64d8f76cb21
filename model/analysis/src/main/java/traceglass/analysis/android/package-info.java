/// App startups, ANRs, and critical user journeys of Android.
///
/// [AndroidSubject] registers the tracks, event tables and comparisons.
package traceglass.analysis.android;
