/// What a person can learn about a track: its path in the tree, help text, the SQL that lists its events, and
/// patterns that find tracks by name.
package traceglass.analysis.track.info;
