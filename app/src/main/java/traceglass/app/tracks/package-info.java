/// Operations on the track tree: finding tracks, expanding and pinning by pattern, track info, and user-defined trees,
/// called workspaces.
package traceglass.app.tracks;
