/// State of a timeline: visible time and rows, the selection, marks, the pointer, and data shared within one
/// painting. The timeline control changes it; scenes are built from it, and painters read it.
///
/// Uses frames, layout and selection. Contains no drawing.
package traceglass.render.model;
