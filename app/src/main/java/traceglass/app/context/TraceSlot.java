package traceglass.app.context;

import javafx.beans.property.ObjectProperty;
import traceglass.analysis.select.Selection;
import traceglass.app.session.Notebook;
import traceglass.app.session.SearchModel;

/// A place for one trace in a window, with everything that belongs to this trace alone. A second trace next to the
/// first has a slot of its own, so that the same panels serve both. Used on the JavaFX thread.
///
/// @param isFirst whether this is the slot of the window's first trace, which is the only one most of the time
/// @param trace the open trace
/// @param selection what is selected; never null. Setting it does not move the timeline, see [Navigator].
/// @param search the text search in the trace
/// @param notebook flags and spans in the trace
/// @param navigation ways to get somewhere in the trace
/// @param host where parts add themselves
/// @param appearance colors and the style of times
public record TraceSlot(
        boolean isFirst,
        OpenTrace trace,
        ObjectProperty<Selection> selection,
        SearchModel search,
        Notebook notebook,
        Navigation navigation,
        PanelHost host,
        Appearance appearance) {}
