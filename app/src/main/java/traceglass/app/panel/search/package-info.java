/// The list of what a search found.
///
/// In: `traceglass.app.session.SearchModel`. Out: nothing; choosing a row is choosing a hit of the model.
package traceglass.app.panel.search;
