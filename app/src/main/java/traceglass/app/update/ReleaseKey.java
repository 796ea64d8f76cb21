package traceglass.app.update;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// Public Ed25519 key that verifies the signatures of releases. It is part of the package.
final class ReleaseKey {

    private static final String ALGORITHM = "Ed25519";

    private final PublicKey key;

    private ReleaseKey(PublicKey key) {
        this.key = key;
    }

    /// @param text the X.509-encoded key in Base64
    /// @throws UpdateProblem if the text is not an Ed25519 public key
    static ReleaseKey of(String text) throws UpdateProblem {
        try {
            byte[] encoded = Base64.getDecoder().decode(text.strip());
            return new ReleaseKey(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new UpdateProblem(UpdateTexts.NO_KEY, e);
        }
    }

    /// Returns whether a Base64-encoded signature is valid for the content.
    boolean hasSigned(byte[] content, String signature) {
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(key);
            check.update(content);
            return check.verify(Base64.getDecoder().decode(signature.strip()));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            return false;
        }
    }

    /// Returns whether the signature of a file is valid. The line of its checksum file is signed.
    boolean hasSigned(ReleaseFile file) {
        String line = file.sha256() + "  " + file.name() + "\n";
        return hasSigned(line.getBytes(StandardCharsets.UTF_8), file.signature());
    }
}
