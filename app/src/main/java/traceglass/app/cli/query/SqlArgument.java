package traceglass.app.cli.query;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import traceglass.app.io.BoundedFile;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;

/// SQL that is read from a file named in the arguments of a command.
public final class SqlArgument {

    private SqlArgument() {}

    /// Returns the text of a file, or of standard input if the name is `-`.
    public static String read(String file) throws Failure {
        try {
            byte[] bytes = file.equals("-") ? BoundedFile.read(System.in) : BoundedFile.read(Path.of(file));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Failure(OutputTexts.notUtf8(file), e);
        } catch (IOException e) {
            throw new Failure(QueryTexts.cantReadSql(file, CommandOutput.reason(e)), e);
        }
    }
}
