package traceglass.app.symbols;

import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import traceglass.analysis.symbols.MissingSymbols;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// Button next to a graph of callstacks that offers to add symbols; hidden while no sample lacks a name.
public final class SymbolsBadge extends Button {

    private final TraceSlot slot;
    private TraceSession checked;

    public SymbolsBadge(TraceSlot slot) {
        super("", new Icon("warn", 14));
        this.slot = slot;
        setId("symbols-badge");
        getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        setMinWidth(USE_PREF_SIZE);
        managedProperty().bind(visibleProperty());
        setVisible(false);
        setOnAction(_ -> slot.host().commands().run("symbols.show"));
        slot.trace().sessionProperty().addListener(o -> setVisible(false));
    }

    /// Checks once for each trace whether it has samples without names.
    public void check() {
        TraceSession session = slot.trace().session();
        if (session == checked || session == null || !session.isReady()) {
            return;
        }
        checked = session;
        session.queries()
                .submit(
                        "symbols-badge",
                        MissingSymbols::read,
                        symbols -> {
                            if (session == slot.trace().session()) {
                                show(symbols);
                            }
                        },
                        e -> checked = null);
    }

    private void show(MissingSymbols symbols) {
        setText(SymbolTexts.badge(symbols.unnamed().size()));
        setTooltip(new Tooltip(SymbolTexts.badgeHint(symbols.samples())));
        setVisible(symbols.samples() > 0);
    }
}
