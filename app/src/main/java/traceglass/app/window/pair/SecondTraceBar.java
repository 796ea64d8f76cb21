package traceglass.app.window.pair;

import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;

/// The bar above two timelines: alignment, linking, and other actions for both traces. Each control runs a command.
final class SecondTraceBar extends HBox {

    private final Commands commands;
    private final SecondTrace secondTrace;
    private final Segments<Boolean> linkChoice = new Segments<>(this::setLinked);

    SecondTraceBar(Commands commands, SecondTrace secondTrace) {
        this.commands = commands;
        this.secondTrace = secondTrace;
        setId("pair-bar");
        getStyleClass().add("tg-pair-bar");
        StyleSheets.add(this, StyleSheets.PANELS);
        setAlignment(Pos.CENTER_LEFT);
        Label on = new Label(PairTexts.ALIGN_ON);
        on.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        on.setMinWidth(Region.USE_PREF_SIZE);
        MenuButton choices = new MenuButton();
        choices.setId("pair-align");
        choices.getStyleClass().add("tg-pair-choice");
        choices.textProperty().bind(secondTrace.alignment().alignmentProperty().map(Alignment::label));
        choices.accessibleTextProperty()
                .bind(secondTrace.alignment().alignmentProperty().map(a -> PairTexts.alignedOn(a.label())));
        choices.setOnShowing(e -> fill(choices));
        fill(choices);
        Label offset = new Label();
        offset.setId("pair-offset");
        offset.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        offset.textProperty().bind(secondTrace.alignment().offsetTextProperty());
        offset.setMinWidth(0);
        Tooltips.set(linkChoice.addSegment(true, PairTexts.LINKED, "pair-linked"), PairTexts.LINKED_HELP);
        Tooltips.set(linkChoice.addSegment(false, PairTexts.UNLINKED, "pair-unlinked"), PairTexts.UNLINKED_HELP);
        linkChoice.setValue(true);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button layout = IconButton.of("panel-bottom", 15, PairTexts.SWITCH_LAYOUT_BUTTON, () -> run("second.layout"));
        layout.setId("pair-layout");
        Button swap = new Button(PairTexts.SWAP, new Icon("refresh", 15));
        swap.setId("pair-swap");
        Button compare = new Button(PairTexts.COMPARE, new Icon("compare", 15));
        compare.setId("pair-compare");
        for (Button b : new Button[] {swap, compare}) {
            b.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
            b.setMinWidth(Region.USE_PREF_SIZE);
        }
        swap.setOnAction(e -> run("second.swap"));
        compare.setOnAction(e -> run("page.compare"));
        Button close = IconButton.of("x", 15, PairTexts.CLOSE_B, () -> run("second.close"));
        close.setId("pair-close");
        getChildren().addAll(on, choices, offset, space, linkChoice, layout, compare, swap, close);
    }

    /// Updates whether both timelines are linked.
    void refresh() {
        linkChoice.setValue(secondTrace.isLinked());
    }

    private void setLinked(boolean isLinked) {
        if (secondTrace.isLinked() != isLinked) {
            run("second.link");
        }
        refresh();
    }

    private void fill(MenuButton choices) {
        choices.getItems().clear();
        for (String id : SecondTraceCommands.ALIGNING) {
            Command command = commands.get(id);
            MenuItem item = new MenuItem(command.title());
            item.setDisable(!command.enabled().getAsBoolean());
            item.setOnAction(e -> run(id));
            choices.getItems().add(item);
        }
    }

    private void run(String id) {
        commands.run(id);
    }
}
