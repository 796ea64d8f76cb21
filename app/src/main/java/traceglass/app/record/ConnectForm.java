package traceglass.app.record;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.record.chrome.ChromeTarget;
import traceglass.record.spi.RecordProblem;

/// Form that connects a phone over Wi-Fi, pairing with it the first time, or a browser. It reports the outcome itself
/// and closes when the device is connected. Used on the JavaFX thread.
final class ConnectForm {

    private static final double WIDTH = 360;
    private static final String ERROR = "tg-error-text";
    private static final String OK = "tg-ok-text";

    private enum Kind {
        PHONE,
        BROWSER
    }

    private interface AdbCommand {

        String run() throws RecordProblem;
    }

    private final RecordModel model;
    private final Segments<Kind> kinds = new Segments<>(kind -> layOut());
    private final TextField address = new TextField();
    private final TextField code = new TextField();
    private final GridPane fields = new GridPane(10, 6);
    private final Label help = new Label();
    private final Label outcome = new Label();
    private final Button connect = new Button();
    private final FormPopup popup;
    private boolean isBusy;

    ConnectForm(RecordModel model) {
        this.model = model;
        kinds.addSegment(Kind.PHONE, RecordTexts.ANDROID_PHONE, "connect-phone");
        kinds.addSegment(Kind.BROWSER, RecordTexts.BROWSER, "connect-browser");
        kinds.setValue(Kind.PHONE);
        kinds.setMaxWidth(Region.USE_PREF_SIZE);
        address.setId("connect-address");
        code.setId("connect-code");
        code.setPromptText(RecordTexts.CODE_EXAMPLE);
        address.textProperty().addListener(o -> check());
        code.textProperty().addListener(o -> check());
        ColumnConstraints wide = new ColumnConstraints();
        wide.setHgrow(Priority.ALWAYS);
        fields.getColumnConstraints().addAll(new ColumnConstraints(), wide);
        help.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        help.setWrapText(true);
        outcome.setId("connect-outcome");
        outcome.getStyleClass().add(Styles.SMALL);
        outcome.setWrapText(true);
        outcome.managedProperty().bind(outcome.textProperty().isNotEmpty());
        connect.setId("connect-go");
        connect.getStyleClass().add(Styles.PRIMARY);
        connect.setDefaultButton(true);
        connect.setOnAction(e -> run());
        Button cancel = new Button(CommonTexts.CANCEL);
        cancel.getStyleClass().add(Styles.GHOST);
        HBox buttons = new HBox(8, connect, cancel);
        buttons.setAlignment(Pos.CENTER_LEFT);
        Label head = new Label(RecordTexts.CONNECT_TITLE);
        head.getStyleClass().add(Styles.STRONG);
        VBox box = new VBox(10, head, kinds, fields, help, outcome, buttons);
        box.setId("connect-form");
        box.setPrefWidth(WIDTH);
        box.getStyleClass().add("tg-history-box");
        box.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER && !connect.isDisabled()) {
                run();
                e.consume();
            }
        });
        StyleSheets.add(box, StyleSheets.RECORD);
        popup = new FormPopup(box, PopOver.ArrowLocation.TOP_LEFT);
        cancel.setOnAction(e -> popup.hide());
        layOut();
    }

    /// Opens the form below a node.
    void show(Node anchor) {
        outcome.setText("");
        if (popup.isShowing()) {
            popup.hide();
        }
        popup.show(anchor);
        address.requestFocus();
    }

    private void layOut() {
        boolean isPhone = kinds.value() == Kind.PHONE;
        fields.getChildren().clear();
        addRow(0, isPhone ? RecordTexts.ADDRESS : RecordTexts.PORT, address);
        if (isPhone) {
            addRow(1, RecordTexts.PAIRING_CODE, code);
        }
        address.setPromptText(isPhone ? RecordTexts.ADDRESS_EXAMPLE : RecordTexts.PORT_EXAMPLE);
        help.setText(isPhone ? RecordTexts.CONNECT_PHONE_HELP : RecordTexts.CONNECT_BROWSER_HELP);
        outcome.setText("");
        check();
    }

    private void addRow(int rowIndex, String text, TextField field) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setLabelFor(field);
        field.setAccessibleText(text);
        fields.addRow(rowIndex, label, field);
    }

    private boolean isPairing() {
        return kinds.value() == Kind.PHONE && !code.getText().isBlank();
    }

    private void check() {
        connect.setText(isPairing() ? RecordTexts.PAIR : RecordTexts.CONNECT_BUTTON);
        connect.setDisable(isBusy
                || address.getText().isBlank()
                || isPairing() && !code.getText().strip().matches("\\d{6}"));
    }

    private void run() {
        String to = address.getText().strip();
        if (kinds.value() == Kind.BROWSER) {
            try {
                model.add(ChromeTarget.at(to));
                popup.hide();
            } catch (RecordProblem e) {
                report(e.getMessage(), ERROR);
            }
        } else if (isPairing()) {
            String digits = code.getText().strip();
            runInBackground(() -> model.environment().adb().pair(to, digits), this::paired);
        } else {
            runInBackground(() -> model.environment().adb().connect(to), popup::hide);
        }
    }

    private void paired() {
        // The phone shows another port for the connection.
        String host = address.getText().strip();
        int port = host.lastIndexOf(':');
        address.setText(port < 0 ? host : host.substring(0, port + 1));
        code.clear();
        report(RecordTexts.PAIRED, OK);
        address.requestFocus();
        address.end();
    }

    private void report(String text, String style) {
        outcome.getStyleClass().removeAll(ERROR, OK, Styles.TEXT_3);
        outcome.getStyleClass().add(style);
        outcome.setText(text);
    }

    private void runInBackground(AdbCommand command, Runnable done) {
        isBusy = true;
        check();
        report(isPairing() ? RecordTexts.PAIRING : RecordTexts.CONNECTING, Styles.TEXT_3);
        Thread.ofPlatform().daemon().name("traceglass-connect").start(() -> {
            RecordProblem problem = null;
            try {
                command.run();
            } catch (RecordProblem e) {
                problem = e;
            }
            RecordProblem result = problem;
            FxThread.later(() -> {
                isBusy = false;
                if (result == null) {
                    done.run();
                } else {
                    report(result.getMessage(), ERROR);
                }
                check();
            });
        });
    }
}
