/// What the timeline shows: the tree of tracks and the data of each, as immutable primitive arrays.
///
/// In: queries on the store that build trees and fill arrays. Out: nothing about drawing; sizes, colours and pixels are
/// `traceglass.render`'s.
package traceglass.analysis.track;
