/// The look: colours for light and dark as looked-up colours `-tg-*`, fonts, and the style of controls on top of
/// AtlantaFX.
///
/// In: the platform's preferences. Out: style sheets on scenes; colours of what is drawn on canvases are
/// `traceglass.render`'s.
package traceglass.app.theme;
