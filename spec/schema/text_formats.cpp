#include "spec/schema/text_formats.hpp"

#include "spec/regex/regex.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <idn2.h>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {
namespace {

constexpr std::size_t kMaxNameBytes = 253;
constexpr std::size_t kMaxLocalPartBytes = 64;
constexpr std::string_view kAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
constexpr std::string_view kQuoted = R"("(?:[ !#-\[\]-~]|\\[ -~])*")";
constexpr std::string_view kPointer = "(?:/(?:[^~/]|~[01])*)*";

Regex compiled(const std::string& pattern) {
    return Regex::compile("^(?:" + pattern + ")$").value();
}

template <typename Address>
bool is_address(int family, std::string_view text) {
    Address address{};
    // A NUL would end the text early.
    return text.find('\0') == std::string_view::npos &&
           inet_pton(family, std::string(text).c_str(), &address) == 1;
}

struct FreeText {
    void operator()(std::uint8_t* text) const { idn2_free(text); }
};

/// Returns whether a label is one of a domain name: `unicode` or `ascii` may be null.
bool is_idna_label(const std::string* unicode, const std::string* ascii) {
    const auto bytes = [](const std::string* text) {
        return text ? reinterpret_cast<const std::uint8_t*>(text->c_str()) : nullptr;
    };
    std::uint8_t* found = nullptr;
    const int status = idn2_register_u8(bytes(unicode), bytes(ascii), &found, 0);
    const std::unique_ptr<std::uint8_t, FreeText> label(found);
    return status == IDN2_OK;
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_ascii_label(const std::string& label) {
    static const Regex kLabel = compiled("[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?");
    if (!kLabel.search(label)) return false;
    std::string lower = label;
    std::ranges::transform(
        lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return !lower.starts_with("xn--") || is_idna_label(nullptr, &lower);
}

/// Returns whether a label is written from right to left, and not with digits of two kinds.
/// Source: RFC 5893, section 2.
bool has_right_to_left(const std::string& label) {
    static const Regex kRightToLeft =
        Regex::compile("[\\p{Hebrew}\\p{Arabic}\\p{Syriac}\\p{Thaana}\\p{Nko}\\x{660}-\\x{669}]")
            .value();
    return kRightToLeft.search(label);
}

bool mixes_digits(const std::string& label) {
    static const Regex kEuropean = Regex::compile("[0-9\\x{6F0}-\\x{6F9}]").value();
    static const Regex kArabic = Regex::compile("[\\x{660}-\\x{669}]").value();
    return kEuropean.search(label) && kArabic.search(label);
}

/// Returns whether the labels may stand in one name: beside a label that is written from right to
/// left, none begins with a digit. Source: RFC 5893, section 2.
bool has_one_direction(const std::vector<std::string>& labels) {
    if (std::ranges::none_of(labels, has_right_to_left)) return true;
    return std::ranges::none_of(labels, [](const std::string& label) {
        return (label[0] >= '0' && label[0] <= '9') || mixes_digits(label);
    });
}

/// Returns whether a name is not too long as it is written in ASCII.
bool has_ascii_name(const std::string& name) {
    std::uint8_t* found = nullptr;
    const int status =
        idn2_lookup_u8(reinterpret_cast<const std::uint8_t*>(name.c_str()), &found, IDN2_NFC_INPUT);
    const std::unique_ptr<std::uint8_t, FreeText> ascii(found);
    return status == IDN2_OK &&
           std::string_view(reinterpret_cast<const char*>(ascii.get())).size() <= kMaxNameBytes;
}

bool is_any_label(const std::string& label) {
    return is_ascii(label)
               ? is_ascii_label(label)
               : label.find('\0') == std::string::npos && is_idna_label(&label, nullptr);
}

/// Splits a name at its dots.
std::vector<std::string> labels_of(std::string_view name) {
    std::vector<std::string> labels;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        labels.emplace_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return labels;
}

/// Replaces the other dots of internationalized names. Source: RFC 3490, section 3.1.
std::string with_ascii_dots(std::string_view text) {
    static const Regex kDots = Regex::compile("[\\x{3002}\\x{FF0E}\\x{FF61}]").value();
    return kDots.replace_all(text, ".");
}

/// Returns whether the part after the @ is a domain or an address in brackets.
template <bool (*kIsDomain)(std::string_view)>
bool is_mail_domain(std::string_view domain) {
    constexpr std::string_view kIpv6 = "IPv6:";
    if (!domain.starts_with('[') || !domain.ends_with(']') || domain.size() < 2)
        return kIsDomain(domain);
    const std::string_view literal = domain.substr(1, domain.size() - 2);
    return literal.starts_with(kIpv6) ? is_ipv6(literal.substr(kIpv6.size())) : is_ipv4(literal);
}

/// A domain of mail with any characters beyond ASCII.
bool has_domain_structure(std::string_view domain) {
    static const Regex kDomain =
        compiled(R"([A-Za-z0-9\x{80}-\x{10FFFF}](?:[A-Za-z0-9\x{80}-\x{10FFFF}-]*)"
                 R"([A-Za-z0-9\x{80}-\x{10FFFF}])?(?:\.[A-Za-z0-9\x{80}-\x{10FFFF}])"
                 R"((?:[A-Za-z0-9\x{80}-\x{10FFFF}-]*[A-Za-z0-9\x{80}-\x{10FFFF}])?)*)");
    return kDomain.search(domain);
}

template <bool (*kIsDomain)(std::string_view)>
bool is_mailbox(std::string_view text, const Regex& local_part) {
    const std::size_t at = text.rfind('@');
    if (at > kMaxLocalPartBytes) return false;  // also if there is no @
    return local_part.search(text.substr(0, at)) && is_mail_domain<kIsDomain>(text.substr(at + 1));
}

}  // namespace

bool is_email(std::string_view text) {
    static const Regex kLocalPart = compiled(std::string(kAtom) + "+(?:\\." + std::string(kAtom) +
                                             "+)*|" + std::string(kQuoted));
    return is_mailbox<is_hostname>(text, kLocalPart);
}

bool is_internationalized_email(std::string_view text) {
    constexpr std::string_view kOther = "[\\x{80}-\\x{10FFFF}]";
    const auto atom = "(?:" + std::string(kAtom) + "|" + std::string(kOther) + ")+";
    static const Regex kLocalPart =
        compiled(atom + "(?:\\." + atom + ")*|" + R"("(?:[ !#-\[\]-~]|\\[ -~]|)" +
                 std::string(kOther) + ")*\"");
    return is_mailbox<has_domain_structure>(text, kLocalPart);
}

bool is_ipv4(std::string_view text) {
    return is_address<in_addr>(AF_INET, text);
}

bool is_ipv6(std::string_view text) {
    return is_address<in6_addr>(AF_INET6, text);
}

bool is_hostname(std::string_view text) {
    return text.size() <= kMaxNameBytes && std::ranges::all_of(labels_of(text), is_ascii_label);
}

bool is_internationalized_hostname(std::string_view text) {
    const std::string name = with_ascii_dots(text);
    const std::vector<std::string> labels = labels_of(name);
    return std::ranges::all_of(labels, is_any_label) && has_one_direction(labels) &&
           has_ascii_name(name);
}

bool is_duration(std::string_view text) {
    static const Regex kDuration = [] {
        const std::string time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)";
        const std::string date = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)";
        return compiled("P(?:[0-9]+W|" + time + "|" + date + "(?:" + time + ")?)");
    }();
    return kDuration.search(text);
}

bool is_base64(std::string_view text) {
    static const Regex kBase64 =
        compiled("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
    return kBase64.search(text);
}

bool is_uri_template(std::string_view text) {
    static const Regex kTemplate = [] {
        const std::string character = "(?:[A-Za-z0-9_]|%[[:xdigit:]]{2})";
        const std::string name = character + "(?:\\.?" + character + ")*";
        const std::string variable = name + "(?:\\*|:[1-9][0-9]{0,3})?";
        const std::string expression =
            "\\{[+#./;?&=,!@|]?" + variable + "(?:," + variable + ")*\\}";
        // Of the characters beyond ASCII all are literals.
        return compiled("(?:[!#$&-;=?-\\[\\]_a-z~\\x{A0}-\\x{10FFFF}]|%[[:xdigit:]]{2}|" +
                        expression + ")*");
    }();
    return kTemplate.search(text);
}

bool is_json_pointer(std::string_view text) {
    static const Regex kJsonPointer = compiled(std::string(kPointer));
    return kJsonPointer.search(text);
}

bool is_relative_json_pointer(std::string_view text) {
    static const Regex kRelative = compiled("(?:0|[1-9][0-9]*)(?:#|" + std::string(kPointer) + ")");
    return kRelative.search(text);
}

}  // namespace plumbline
