// English. One table per part of the page, so that each can be read and translated by itself.
import { group } from './en-group';
import { map } from './en-map';
import { pages } from './en-pages';
import { table } from './en-table';
import { ui } from './en-ui';

export const en = { ...ui, ...table, ...map, ...pages, ...group };
