/// Theme: light and dark colors as looked-up colors `-tg-*`, fonts, and control styles on top of AtlantaFX.
///
/// Reads the platform's preferences and adds style sheets to scenes. Colors drawn on canvases belong to
/// `traceglass.render`.
package traceglass.app.theme;
