/// Information about a track for display: its path in the tree, help text, the SQL that lists its events, and patterns
/// that find tracks by name.
package traceglass.analysis.track.info;
