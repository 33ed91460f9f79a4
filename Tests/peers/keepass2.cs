// The values that KeePass 2 shows for each entry of a database, or of XML that it imports: title, user name,
// time-based and counter-based code, each in base64 on a line. The passphrase is the first line of standard input.
using System;
using System.IO;
using System.Text;
using KeePass.Util.Spr;
using KeePassLib;
using KeePassLib.Keys;
using KeePassLib.Security;
using KeePassLib.Serialization;

static class KeePass2 {
    static int Main(string[] arguments) {
        var key = new CompositeKey();
        key.AddUserKey(new KcpPassword(Console.In.ReadLine()));
        var database = new PwDatabase();
        var place = IOConnectionInfo.FromPath(arguments[0]);
        if (arguments[0].EndsWith(".xml")) {
            database.New(new IOConnectionInfo(), key);
            using (var file = File.OpenRead(arguments[0]))
                new KdbxFile(database).Load(file, KdbxFormat.PlainXml, null);
        } else {
            database.Open(place, key, null);
        }
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
        foreach (PwEntry entry in database.RootGroup.GetEntries(true)) {
            Write(output, Text(entry, PwDefs.TitleField));
            Write(output, Text(entry, PwDefs.UserNameField));
            // Without a secret it shows the code of an empty one.
            Write(output, Has(entry, "TimeOtp-Secret") ? Code(entry, database, "{TIMEOTP}") : "");
            Write(output, Has(entry, "HmacOtp-Secret") ? Code(entry, database, "{HMACOTP}") : "");
        }
        output.Flush();
        return 0;
    }

    static string Text(PwEntry entry, string name) {
        return entry.Strings.ReadSafe(name);
    }

    static bool Has(PwEntry entry, string name) {
        foreach (var suffix in new[] { "", "-Hex", "-Base32", "-Base64" })
            if (entry.Strings.Exists(name + suffix)) return true;
        return false;
    }

    static string Code(PwEntry entry, PwDatabase database, string placeholder) {
        return SprEngine.Compile(placeholder, new SprContext(entry, database, SprCompileFlags.All));
    }

    static void Write(StreamWriter output, string text) {
        output.Write(Convert.ToBase64String(Encoding.UTF8.GetBytes(text)) + "\n");
    }
}
