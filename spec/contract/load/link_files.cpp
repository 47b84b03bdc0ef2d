#include "spec/contract/link_files.hpp"

#include "spec/contract/load/description_members.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/schema_uri.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

bool is_url(std::string_view reference) {
    return reference.find("://") != std::string_view::npos || reference.starts_with("//");
}

/// The file in which the linker is. For the document itself, the key is the name of its file, and
/// the root pointer is "".
struct LinkedFile {
    std::string key;
    std::string root_pointer;        ///< of the file
    std::string uri{};               ///< of the schema with an `$id` around it, or of the document
    std::string resource_pointer{};  ///< of that schema, "" if there is none
};

class FileLinker {
  public:
    FileLinker(const Document& document, const FileReader& read)
        : main_(document),
          main_key_(fs::path(document.file).filename().string()),
          main_url_(string_or(*document.root, "$self", "")),
          read_(read),
          positions_(document.positions) {}

    Document run() {
        Json root = *main_.root;
        add_resources(root, "", false, main_url_);
        rewrite_references(root, "", false, {main_key_, "", main_url_});
        for (; !pending_.empty(); pending_.pop_front()) {
            const LinkedFile file = pending_.front();
            rewrite_references(files_[file.key], file.root_pointer, false, file);
        }
        if (known_.empty() && !has_changes_) return main_;
        if (!known_.empty()) {
            root[kLinkedFiles] = std::move(files_);
            root[kUnreadFiles] = std::move(unreadable_);
        }
        return {main_.file,
                std::make_shared<const Json>(std::move(root)),
                positions_.take(),
                main_.fingerprint};
    }

  private:
    /// Adds the schemas of the document that have an `$id`.
    void add_resources(const Json& value,
                       const std::string& pointer,
                       bool has_names,
                       std::string uri) {
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                add_resources(value[i], pointer + '/' + std::to_string(i), false, uri);
        }
        if (!value.is_object()) return;
        if (const std::string id = has_names ? "" : id_of(value); !id.empty()) {
            uri = resolve_uri(uri, id);
            resources_.emplace(uri, pointer);
        }
        for (const auto& [key, part] : value.get_ref<const Json::object_t&>()) {
            if (!has_names && holds_data(key, part)) continue;
            add_resources(part,
                          pointer + '/' + escape_pointer_token(key),
                          !has_names && has_free_names(key),
                          uri);
        }
    }

    static std::string id_of(const Json& schema) {
        const std::string id = string_or(schema, "$id", "");
        return id.substr(0, id.find('#'));
    }

    void rewrite_references(Json& value,
                            const std::string& pointer,
                            bool has_names,
                            const LinkedFile& file) {
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                rewrite_references(value[i], pointer + '/' + std::to_string(i), false, file);
        }
        if (!value.is_object()) return;
        const bool is_main = file.root_pointer.empty();
        if (const std::string id = has_names || !is_main ? "" : id_of(value);
            !id.empty() && file.resource_pointer != pointer) {
            return rewrite_references(
                value, pointer, false, {file.key, "", resolve_uri(file.uri, id), pointer});
        }
        for (auto& [key, part] : value.get_ref<Json::object_t&>()) {
            const std::string member_pointer = pointer + '/' + escape_pointer_token(key);
            if (!has_names && key == "$ref" && part.is_string()) {
                part = rewrite_reference(part.get<std::string>(), member_pointer, file);
            } else if (has_names || !holds_data(key, part)) {
                rewrite_references(part, member_pointer, !has_names && has_free_names(key), file);
            }
        }
    }

    /// Returns the reference as a pointer within the whole document.
    std::string rewrite_reference(const std::string& reference,
                                  const std::string& pointer,
                                  const LinkedFile& file) {
        const std::size_t hash = std::min(reference.find('#'), reference.size());
        const std::string path = reference.substr(0, hash);
        const std::string fragment = reference.substr(std::min(hash + 1, reference.size()));
        // An anchor: the code that resolves references reports it as unsupported.
        if (!fragment.empty() && fragment.front() != '/') return reference;
        if (auto embedded = embedded_reference(path, fragment, file)) return *std::move(embedded);
        const std::string key = path.empty() ? file.key : key_of(path, file);
        if (key == main_key_) {
            has_changes_ = has_changes_ || !path.empty();
            return '#' + fragment;
        }
        if (known_.insert(key).second) load_file(key, pointer);
        return '#' + root_pointer_of(http::percent_encode(escape_pointer_token(key))) + fragment;
    }

    /// Returns a reference to the document's own URL (OpenAPI 3.2, `$self`) or to a schema in it
    /// that has an `$id`, as a pointer. Other files are those beside it.
    std::optional<std::string> embedded_reference(const std::string& path,
                                                  const std::string& fragment,
                                                  const LinkedFile& file) {
        if (!file.root_pointer.empty()) return std::nullopt;
        if (path.empty()) {
            // What is not there is meant to be in the document.
            const std::string pointer =
                file.resource_pointer + http::percent_decode(fragment).value_or(fragment);
            if (file.resource_pointer.empty() || !find(*main_.root, std::string_view(pointer)))
                return std::nullopt;
            return pointer_reference(file.resource_pointer, fragment);
        }
        const std::string uri = resolve_uri(file.uri, path);
        const auto found = resources_.find(uri);
        if (found != resources_.end()) return pointer_reference(found->second, fragment);
        if (main_url_.empty() || uri != main_url_) return std::nullopt;
        return pointer_reference("", fragment);
    }

    std::string pointer_reference(const std::string& pointer, const std::string& fragment) {
        has_changes_ = true;
        std::string reference = "#";
        for (const char c : pointer) reference += c == '%' ? "%25" : std::string(1, c);
        return reference + fragment;
    }

    static std::string root_pointer_of(const std::string& token) {
        return std::string("/") + kLinkedFiles + '/' + token;
    }

    static std::string key_of(const std::string& path, const LinkedFile& file) {
        if (is_url(path)) return path;
        const std::string decoded = http::percent_decode(path).value_or(path);
        return (fs::path(file.key).parent_path() / decoded).lexically_normal().generic_string();
    }

    void load_file(const std::string& key, const std::string& reference) {
        if (is_url(key)) {
            return add_unreadable(
                key,
                reference,
                fmt::format("the reference points to {}, and URLs are not fetched", key),
                "save a copy next to the document and reference the copy");
        }
        if (known_.size() > kMaxLinkedFiles) {
            return add_unreadable(key,
                                  reference,
                                  fmt::format("more than {} files are referenced", kMaxLinkedFiles),
                                  "combine some of the files");
        }
        auto document = read_(linked_file(main_.file, key));
        if (!document) {
            return add_unreadable(
                key,
                reference,
                fmt::format(
                    "the referenced file {} cannot be read: {}", key, to_text(document.error())),
                "write its path relative to the file that contains the reference");
        }
        const std::string home = root_pointer_of(escape_pointer_token(key));
        for (const auto& [pointer, at] : document->positions.all())
            positions_.add(home + std::string(pointer), at);
        files_[key] = *document->root;
        pending_.push_back({key, home});
    }

    void add_unreadable(const std::string& key,
                        const std::string& reference,
                        std::string message,
                        std::string_view fix) {
        unreadable_[key] = {
            {"message", std::move(message)}, {"fix", fix}, {"reference", reference}};
    }

    const Document& main_;
    std::string main_key_;
    std::string main_url_;                          ///< `$self`; "" if there is none
    std::map<std::string, std::string> resources_;  ///< schemas of the document by their `$id`
    bool has_changes_ = false;                      ///< whether a reference into it is another one
    const FileReader& read_;
    SourceMap::Builder positions_;
    std::set<std::string> known_;
    Json files_ = Json::object();
    Json unreadable_ = Json::object();
    std::deque<LinkedFile> pending_;
};

}  // namespace

Document with_linked_files(const Document& document, const FileReader& read) {
    return FileLinker(document, read).run();
}

}  // namespace plumbline
