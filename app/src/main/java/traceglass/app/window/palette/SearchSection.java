package traceglass.app.window.palette;

import java.util.Locale;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.ControlStateSection;
import traceglass.app.session.SearchModel;
import traceglass.app.session.SearchModel.Scope;

/// Saves the search of the omnibox and its scope with the state of a trace.
public final class SearchSection {

    private SearchSection() {}

    /// Adds the section to those of the trace.
    public static void add(TraceSlot slot, Omnibox omnibox) {
        SearchModel search = slot.search();
        new ControlStateSection("search", slot.host().sections())
                .value(
                        "scope",
                        () -> search.savedScope().name().toLowerCase(Locale.ROOT),
                        name -> search.scopeProperty().set(Scope.ofName(name)))
                .value("text", omnibox::searchedText, omnibox::search)
                .withChanges(search.scopeProperty(), search.hitsProperty());
    }
}
