#include "conformance/runner/access/secret_values.hpp"

#include "spec/base/base64.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace plumbline::runner {
namespace {

/// Returns percent-encoded text with the hexadecimal digits in lower case.
std::string with_lower_hex(std::string encoded) {
    for (std::size_t at = encoded.find('%'); at != std::string::npos;
         at = encoded.find('%', at + 1))
        encoded.replace(at + 1, 2, to_lower(encoded.substr(at + 1, 2)));
    return encoded;
}

std::string json_text_of(const std::string& text) {
    const std::string quoted = to_text(Json(text));
    return quoted.substr(1, quoted.size() - 2);
}

/// Returns JSON text as writers print it that escape every character outside of ASCII.
std::string ascii_json_text_of(const std::string& text) {
    const std::string quoted = Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
    return quoted.substr(1, quoted.size() - 2);
}

/// Returns it with the digits of its escapes in upper case.
std::string with_upper_escapes(std::string json_text) {
    constexpr std::size_t kDigits = 4;
    for (std::size_t at = json_text.find("\\u"); at != std::string::npos;
         at = json_text.find("\\u", at + 1)) {
        for (std::size_t i = at + 2; i < std::min(at + 2 + kDigits, json_text.size()); ++i) {
            char& digit = json_text[i];
            if (digit >= 'a' && digit <= 'f') digit = static_cast<char>(digit - 'a' + 'A');
        }
    }
    return json_text;
}

/// Returns JSON text as writers print it that make it safe inside HTML.
std::string html_safe(std::string json_text) {
    for (const auto& [character, escape] :
         {std::pair("<", "\\u003c"), std::pair(">", "\\u003e"), std::pair("&", "\\u0026")})
        json_text = replace_all(json_text, character, escape);
    return json_text;
}

void add_form(std::string form, std::vector<std::string>& forms) {
    if (std::ranges::find(forms, form) == forms.end()) forms.push_back(std::move(form));
}

/// Adds base64 text in both alphabets. Source: RFC 4648, sections 4 and 5.
void add_base64(const std::string& text, std::vector<std::string>& forms) {
    add_form(text, forms);
    add_form(replace_all(replace_all(text, "+", "-"), "/", "_"), forms);
}

/// Adds the base64 text of a secret, alone and within a longer text such as `user:password`: there,
/// the characters at both ends also depend on what surrounds it.
void add_base64_forms(const std::string& secret, std::vector<std::string>& forms) {
    constexpr std::size_t kBitsOfByte = 8;
    constexpr std::size_t kBitsOfCharacter = 6;
    constexpr std::size_t kGroup = 3;  ///< bytes after which the characters are the same again
    if (secret.size() < kShortestMaskedText) return;
    const std::string alone = to_base64(secret);
    add_base64(alone, forms);
    add_base64(alone.substr(0, alone.find('=')), forms);
    for (std::size_t before = 0; before < kGroup; ++before) {
        const std::string text = to_base64(std::string(before, ' ') + secret);
        const std::size_t first = (before * kBitsOfByte + kBitsOfCharacter - 1) / kBitsOfCharacter;
        const std::size_t end = (before + secret.size()) * kBitsOfByte / kBitsOfCharacter;
        add_base64(text.substr(first, end - first), forms);
    }
}

}  // namespace

std::vector<std::string> secret_forms(const std::string& secret) {
    std::vector<std::string> forms;
    if (secret.empty()) return forms;
    add_form(secret, forms);
    const std::string json_text = json_text_of(secret);
    for (const std::string& text : {json_text, ascii_json_text_of(secret)}) {
        for (const std::string& escaped : {text, html_safe(text), replace_all(text, "/", "\\/")}) {
            add_form(escaped, forms);
            add_form(with_upper_escapes(escaped), forms);
            add_form(json_text_of(escaped), forms);  // JSON text in a text of JSON
        }
    }
    for (const std::string& encoded : {http::percent_encode(secret),
                                       http::query_encode(secret),
                                       http::form_encode(secret),
                                       http::form_encode(json_text)}) {
        add_form(encoded, forms);
        add_form(with_lower_hex(encoded), forms);
    }
    for (std::size_t i = forms.size(); i-- > 0;)
        add_form(replace_all(forms[i], "'", R"('\'')"), forms);
    add_base64_forms(secret, forms);
    return forms;
}

void SecretValues::add(const std::vector<FoundSecret>& found) {
    if (found.empty()) return;
    const std::lock_guard lock(mutex_);
    for (const FoundSecret& secret : found) {
        const auto& [name, value] = secret;
        if (value.empty() || !found_.insert(secret).second) continue;
        snapshot_.reset();
        const bool as_text = is_masked_as_text(value);
        for (const std::string& form : secret_forms(value)) {
            known_.longest = std::max(known_.longest, form.size());
            if (as_text && form.size() >= kShortestMaskedText) {
                known_.texts.insert(form);
            } else {
                known_.members.push_back({name, form});
                if (has_other_names_) known_.members.push_back({"", form});
            }
        }
    }
}

std::shared_ptr<const KnownSecrets> SecretValues::known() const {
    const std::lock_guard lock(mutex_);
    if (!snapshot_ && !found_.empty()) snapshot_ = std::make_shared<const KnownSecrets>(known_);
    return snapshot_;
}

bool SecretValues::is_masked_as_text(const std::string& value) const {
    return value.size() >= kShortestMaskedText &&
           std::ranges::none_of(public_texts_, [&](const std::string& text) {
               return text.find(value) != std::string::npos;
           });
}

}  // namespace plumbline::runner
