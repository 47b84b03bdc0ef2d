#include "spec/contract/link_files.hpp"

#include "spec/http/url.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <set>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

/// Members that hold values of any kind: a `$ref` in one is no reference.
constexpr std::array<std::string_view, 5> kData{"default", "example", "enum", "const", "value"};

/// Members whose own members have names that people give: `properties: {default: ...}`.
constexpr std::array<std::string_view, 19> kNameMaps{"properties",
                                                     "patternProperties",
                                                     "$defs",
                                                     "definitions",
                                                     "dependentSchemas",
                                                     "schemas",
                                                     "responses",
                                                     "parameters",
                                                     "examples",
                                                     "requestBodies",
                                                     "headers",
                                                     "securitySchemes",
                                                     "links",
                                                     "callbacks",
                                                     "pathItems",
                                                     "paths",
                                                     "webhooks",
                                                     "content",
                                                     "encoding"};

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// `examples` of a schema are values, those of OpenAPI are objects by name.
bool holds_data(std::string_view key, const Json& value) {
    return is_among(kData, key) || key.starts_with("x-") || (key == "examples" && value.is_array());
}

bool has_address(std::string_view reference) {
    return reference.find("://") != std::string_view::npos || reference.starts_with("//");
}

/// Where the linker is. The key of the document itself is its file's name, its home is "".
struct LinkedFile {
    std::string key;
    std::string home;  ///< pointer of the file's root
};

class Linker {
  public:
    Linker(const Document& document, const FileReader& read)
        : main_(document),
          main_key_(fs::path(document.file).filename().string()),
          read_(read),
          positions_(document.positions) {}

    Document run() {
        Json root = *main_.root;
        walk(root, "", false, {main_key_, ""});
        for (; !waiting_.empty(); waiting_.pop_front()) {
            const LinkedFile file = waiting_.front();
            walk(files_[file.key], file.home, false, file);
        }
        if (known_.empty()) return main_;
        root[kLinkedFiles] = std::move(files_);
        root[kUnreadFiles] = std::move(unread_);
        return {main_.file,
                std::make_shared<const Json>(std::move(root)),
                positions_.take(),
                main_.fingerprint};
    }

  private:
    void walk(Json& value, const std::string& pointer, bool has_names, const LinkedFile& file) {
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                walk(value[i], pointer + '/' + std::to_string(i), false, file);
        }
        if (!value.is_object()) return;
        for (auto& [key, part] : value.get_ref<Json::object_t&>()) {
            const std::string place = pointer + '/' + escape_pointer_token(key);
            if (!has_names && key == "$ref" && part.is_string()) {
                part = linked(part.get<std::string>(), place, file);
            } else if (has_names || !holds_data(key, part)) {
                walk(part, place, !has_names && is_among(kNameMaps, key), file);
            }
        }
    }

    /// Returns the reference as one within the whole document.
    std::string linked(const std::string& reference,
                       const std::string& pointer,
                       const LinkedFile& file) {
        const std::size_t hash = std::min(reference.find('#'), reference.size());
        const std::string path = reference.substr(0, hash);
        const std::string fragment = reference.substr(std::min(hash + 1, reference.size()));
        // An anchor: who follows references says that it does not know them.
        if (!fragment.empty() && fragment.front() != '/') return reference;
        const std::string key = path.empty() ? file.key : key_of(path, file);
        if (key == main_key_) return '#' + fragment;
        if (known_.insert(key).second) open(key, pointer);
        return '#' + home_of(http::percent_encode(escape_pointer_token(key))) + fragment;
    }

    static std::string home_of(const std::string& token) {
        return std::string("/") + kLinkedFiles + '/' + token;
    }

    static std::string key_of(const std::string& path, const LinkedFile& file) {
        if (has_address(path)) return path;
        const std::string decoded = http::percent_decode(path).value_or(path);
        return (fs::path(file.key).parent_path() / decoded).lexically_normal().generic_string();
    }

    void open(const std::string& key, const std::string& reference) {
        if (has_address(key)) {
            return note(key,
                        reference,
                        fmt::format("the reference leads to {}, and nothing is fetched", key),
                        "keep a copy of it beside the document and refer to that");
        }
        if (known_.size() > kMaxLinkedFiles) {
            return note(key,
                        reference,
                        fmt::format("more than {} files are referred to", kMaxLinkedFiles),
                        "put what belongs together into one file");
        }
        auto document = read_(linked_file(main_.file, key));
        if (!document) {
            return note(key,
                        reference,
                        fmt::format("the file {} that is referred to cannot be read: {}",
                                    key,
                                    to_text(document.error())),
                        "write its path relative to the file that the reference stands in");
        }
        const std::string home = home_of(escape_pointer_token(key));
        for (const auto& [pointer, at] : document->positions.all())
            positions_.add(home + std::string(pointer), at);
        files_[key] = *document->root;
        waiting_.push_back({key, home});
    }

    void note(const std::string& key,
              const std::string& reference,
              std::string message,
              std::string_view mend) {
        unread_[key] = {{"message", std::move(message)}, {"mend", mend}, {"reference", reference}};
    }

    const Document& main_;
    std::string main_key_;
    const FileReader& read_;
    SourceMap::Builder positions_;
    std::set<std::string> known_;
    Json files_ = Json::object();
    Json unread_ = Json::object();
    std::deque<LinkedFile> waiting_;
};

}  // namespace

Document with_linked_files(const Document& document, const FileReader& read) {
    return Linker(document, read).run();
}

}  // namespace plumbline
