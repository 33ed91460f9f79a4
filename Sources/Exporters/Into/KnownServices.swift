/// The domains of services whose name differs from the name of their site, or is ambiguous alone.
enum KnownServices {
    /// - Parameter issuer: as ``PublicSuffixes/folded(_:)`` returns it.
    static func domains(of issuer: String) -> [String] { all[issuer] ?? [] }

    /// The domain whose logins belong together: the registrable domain, or the longer domain of a service within
    /// another service's domain, which has its own codes.
    static func domain(of host: String) -> String? {
        within.first { host == $0 || host.hasSuffix(".\($0)") } ?? PublicSuffixes.registrableDomain(of: host)
    }

    private static let within = Set(all.values.joined()).filter { PublicSuffixes.registrableDomain(of: $0) != $0 }

    /// Names are folded.
    static let all: [String: [String]] = [
        "adobe": ["adobe.com"],
        "amazon": ["amazon.com"],
        "amazon web services": ["aws.amazon.com"],
        "apple": ["apple.com", "icloud.com"],
        "atlassian": ["atlassian.com"],
        "aws": ["aws.amazon.com"],
        "binance": ["binance.com"],
        "bitbucket": ["bitbucket.org"],
        "bitwarden": ["bitwarden.com", "bitwarden.eu"],
        "cloudflare": ["cloudflare.com"],
        "coinbase": ["coinbase.com"],
        "digitalocean": ["digitalocean.com"],
        "discord": ["discord.com"],
        "docker": ["docker.com"],
        "dropbox": ["dropbox.com"],
        "ebay": ["ebay.com"],
        "epic games": ["epicgames.com"],
        "facebook": ["facebook.com"],
        "firefox": ["firefox.com"],
        "github": ["github.com"],
        "gitlab": ["gitlab.com"],
        "godaddy": ["godaddy.com"],
        "google": ["google.com"],
        "hetzner": ["hetzner.com"],
        "instagram": ["instagram.com"],
        "kraken": ["kraken.com"],
        "linkedin": ["linkedin.com"],
        "mastodon": ["mastodon.social"],
        "microsoft": ["microsoft.com", "live.com", "microsoftonline.com"],
        "mozilla": ["mozilla.org"],
        "namecheap": ["namecheap.com"],
        "nintendo": ["nintendo.com"],
        "npm": ["npmjs.com"],
        "ovh": ["ovh.com", "ovhcloud.com"],
        "ovhcloud": ["ovh.com", "ovhcloud.com"],
        "paypal": ["paypal.com"],
        "proton": ["proton.me", "protonmail.com"],
        "protonmail": ["proton.me", "protonmail.com"],
        "pypi": ["pypi.org"],
        "reddit": ["reddit.com"],
        "rubygems": ["rubygems.org"],
        "slack": ["slack.com"],
        "snapchat": ["snapchat.com"],
        "steam": ["steampowered.com", "steamcommunity.com"],
        "stripe": ["stripe.com"],
        "tiktok": ["tiktok.com"],
        "twitch": ["twitch.tv"],
        "twitter": ["twitter.com", "x.com"],
        "ubisoft": ["ubisoft.com"],
        "whatsapp": ["whatsapp.com"],
        "wordpress": ["wordpress.com"],
        "x": ["x.com", "twitter.com"],
        "zoom": ["zoom.us", "zoom.com"],
    ]
}
