package traceglass.app.panel.events;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.listing.EventFilter;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.Facet;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectOnlySection;

/// Saves the filter of an event list in the project: minimum level, chosen values, text.
final class EventFilterSection extends ProjectOnlySection {

    private final String name;
    private final EventListing listing;
    private final EventToolbar toolbar;

    EventFilterSection(EventListing listing, EventToolbar toolbar) {
        this.name = listing.id();
        this.listing = listing;
        this.toolbar = toolbar;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> state() {
        EventFilter filter = toolbar.filter();
        Map<String, Object> chosen = new LinkedHashMap<>();
        filter.selected().forEach((column, values) -> chosen.put(column, new ArrayList<>(values)));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("leastLevel", (long) filter.minLevel());
        fields.put("text", filter.text());
        fields.put("regex", filter.isRegex());
        fields.put("chosen", chosen);
        fields.put("dims", filter.dimsOthers());
        return fields;
    }

    @Override
    protected void restoreState(Fields state) {
        Map<String, Set<String>> chosen = new LinkedHashMap<>();
        Map<String, List<String>> named = state.object("chosen").textLists();
        // Accept only existing columns, because names are used in a query.
        listing.facets().stream()
                .map(Facet::column)
                .filter(named::containsKey)
                .forEach(c -> chosen.put(c, new LinkedHashSet<>(named.get(c))));
        int minLevel = (int) state.number("leastLevel", 0);
        boolean isKnown = listing.levels().stream().anyMatch(l -> l.value() == minLevel);
        toolbar.setFilter(new EventFilter(
                isKnown ? minLevel : 0,
                chosen,
                state.text("text", ""),
                state.flag("regex", false),
                state.flag("dims", false)));
    }

    @Override
    protected void resetState() {
        toolbar.setFilter(EventFilter.ALL);
    }
}
