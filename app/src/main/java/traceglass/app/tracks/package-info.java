/// What people do with the tree of tracks as a whole: find tracks in it, open and pin them by patterns, ask what a
/// track is, and put together trees of their own, called workspaces.
package traceglass.app.tracks;
