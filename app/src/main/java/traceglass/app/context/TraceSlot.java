package traceglass.app.context;

import javafx.beans.property.ObjectProperty;
import traceglass.analysis.select.Selection;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.SearchModel;
import traceglass.app.session.TraceNotes;

/// State of one trace in a window. A second trace has its own slot, so that the same panels work for both. Used on
/// the JavaFX thread.
///
/// @param isFirst whether this is the slot of the window's first trace, usually the only one
/// @param trace the open trace
/// @param selection the selection, never null. Setting it does not move the timeline, see [Navigator].
/// @param search the text search in the trace
/// @param traceNotes flags and spans in the trace
/// @param coloring color rules of slices, and the filter for slices
/// @param navigation navigation in the trace
/// @param host registries to which parts add themselves
/// @param appearance colors and time format
public record TraceSlot(
        boolean isFirst,
        OpenTrace trace,
        ObjectProperty<Selection> selection,
        SearchModel search,
        TraceNotes traceNotes,
        ColoringModel coloring,
        Navigation navigation,
        PanelHost host,
        Appearance appearance) {}
