/// List of search hits.
///
/// Shows `traceglass.app.session.SearchModel`; selecting a row makes it the current hit of the model.
package traceglass.app.panel.search;
